/*
 * Lines of a GPIO controller of BCM2835 to BCM2711, whose levels come from
 * their pulls and from outside: BCM2835 ARM Peripherals, chapter 6
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "hw/misc/bcm2835_gpio_lines.h"

#define GPLEV0 0x34
#define GPEDS0 0x40
#define GPREN0 0x4C
#define GPFEN0 0x58

/* Indices of BCM2835GpioLines.detect, in the order of the registers. */
enum { REN, FEN, HEN, LEN, AREN, AFEN };

/* Distance between the registers of one kind and of the next. */
#define STRIDE (GPFEN0 - GPREN0)

/* Finds the levels of all lines, detects events, and sets the interrupts. */
static void bcm2835_gpio_lines_sense(BCM2835GpioLines *l)
{
    for (int bank = 0; bank < BCM2835_GPIO_BANKS; bank++) {
        uint32_t out = l->output[bank];
        uint32_t in = l->driven[bank] & ~out;
        uint32_t pulled = (l->up[bank] | l->down[bank]) & ~out & ~in;
        uint32_t floating = ~(out | in | pulled);
        uint32_t level = (l->latch[bank] & out) | (l->outside[bank] & in) |
                         (l->up[bank] & pulled) | (l->level[bank] & floating);
        uint32_t rise = level & ~l->level[bank];
        uint32_t fall = ~level & l->level[bank];

        l->level[bank] = level;
        l->eds[bank] |= (rise & (l->detect[REN][bank] | l->detect[AREN][bank]))
                      | (fall & (l->detect[FEN][bank] | l->detect[AFEN][bank]))
                      | (level & l->detect[HEN][bank])
                      | (~level & l->detect[LEN][bank]);
    }
    qemu_set_irq(l->irq[0], (l->eds[0] & 0x0fffffff) != 0);
    qemu_set_irq(l->irq[1], (l->eds[0] & 0xf0000000) || (l->eds[1] & 0x3fff));
    qemu_set_irq(l->irq[2], (l->eds[1] & 0xffffc000) != 0);
    qemu_set_irq(l->irq[3], l->eds[0] || l->eds[1]);
}

/* Calls watch for each line to which the SoC now does something else. */
static void bcm2835_gpio_lines_tell(BCM2835GpioLines *l)
{
    for (int line = 0; l->watch && line < BCM2835_GPIO_LINES; line++) {
        int bank = line / 32, bit = line % 32;
        int state = extract32(l->output[bank], bit, 1) ?
                    extract32(l->level[bank], bit, 1) : BCM2835_GPIO_FREE;

        if (extract32(l->exists[bank], bit, 1) && l->told[line] != state) {
            l->told[line] = state;
            l->watch(l->watch_opaque, line, state);
        }
    }
}

void bcm2835_gpio_lines_reset(BCM2835GpioLines *l)
{
    memset(l->level, 0, sizeof(l->level));
    memset(l->eds, 0, sizeof(l->eds));
    memset(l->detect, 0, sizeof(l->detect));
}

void bcm2835_gpio_lines_update(BCM2835GpioLines *l, const uint8_t *fsel,
                               int lines, uint32_t lev0, uint32_t lev1)
{
    memset(l->exists, 0, sizeof(l->exists));
    memset(l->output, 0, sizeof(l->output));
    for (int i = 0; i < lines; i++) {
        l->exists[i / 32] |= 1u << i % 32;
        l->output[i / 32] |= fsel[i] == 1 ? 1u << i % 32 : 0;
    }
    l->latch[0] = lev0;
    l->latch[1] = lev1;
    bcm2835_gpio_lines_sense(l);
    bcm2835_gpio_lines_tell(l);
}

uint32_t bcm2835_gpio_lines_read(BCM2835GpioLines *l, uint32_t offset)
{
    int bank = offset % STRIDE / 4 - GPLEV0 % STRIDE / 4;

    if (offset < GPEDS0) {
        return l->level[bank];
    }
    if (offset < GPREN0) {
        return l->eds[bank];
    }
    return l->detect[(offset - GPREN0) / STRIDE][bank];
}

void bcm2835_gpio_lines_write(BCM2835GpioLines *l, uint32_t offset,
                              uint32_t value)
{
    int bank = offset % STRIDE / 4 - GPLEV0 % STRIDE / 4;

    if (offset >= GPREN0) {
        l->detect[(offset - GPREN0) / STRIDE][bank] = value & l->exists[bank];
    } else if (offset >= GPEDS0) {
        l->eds[bank] &= ~value;
    }
}

void bcm2835_gpio_lines_drive(BCM2835GpioLines *l, int line, int state)
{
    int bank = line / 32, bit = line % 32;

    assert(line >= 0 && line < BCM2835_GPIO_LINES);
    l->driven[bank] = deposit32(l->driven[bank], bit, 1,
                                state != BCM2835_GPIO_FREE);
    l->outside[bank] = deposit32(l->outside[bank], bit, 1, state == 1);
    bcm2835_gpio_lines_sense(l); /* what the SoC drives has not changed */
}

void bcm2835_gpio_lines_watch(BCM2835GpioLines *l,
                              void (*watch)(void *opaque, int line, int state),
                              void *opaque)
{
    memset(l->told, 0xff, sizeof(l->told));
    l->watch = watch;
    l->watch_opaque = opaque;
    bcm2835_gpio_lines_tell(l);
}
