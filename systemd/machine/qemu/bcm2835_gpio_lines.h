/*
 * Lines of a GPIO controller of BCM2835 to BCM2711, whose levels come from
 * their pulls and from outside
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BCM2835_GPIO_LINES_H
#define BCM2835_GPIO_LINES_H

#include "hw/irq.h"

#define BCM2835_GPIO_BANKS 2  /* lines 0-31, and the others */
#define BCM2835_GPIO_LINES 58 /* that there are at most */

/* States of a line besides 0 and 1. */
#define BCM2835_GPIO_FREE 2 /* not driven */

typedef struct BCM2835GpioLines {
    /* What the controller does: bits of lines, in banks. */
    uint32_t exists[BCM2835_GPIO_BANKS];
    uint32_t output[BCM2835_GPIO_BANKS];
    uint32_t latch[BCM2835_GPIO_BANKS]; /* levels of outputs */
    uint32_t up[BCM2835_GPIO_BANKS];    /* lines with a pull-up */
    uint32_t down[BCM2835_GPIO_BANKS];  /* lines with a pull-down */

    uint32_t driven[BCM2835_GPIO_BANKS];  /* lines driven from outside */
    uint32_t outside[BCM2835_GPIO_BANKS]; /* the levels they are driven to */

    uint32_t level[BCM2835_GPIO_BANKS];
    uint32_t eds[BCM2835_GPIO_BANKS]; /* events detected */
    /* What is an event: GPREN, GPFEN, GPHEN, GPLEN, GPAREN, GPAFEN. */
    uint32_t detect[6][BCM2835_GPIO_BANKS];
    qemu_irq irq[4]; /* lines 0-27, 28-45, 46 and above, and all of them */

    void (*watch)(void *opaque, int line, int state);
    void *watch_opaque;
    uint8_t told[BCM2835_GPIO_LINES]; /* the state last told to watch */
} BCM2835GpioLines;

/* Clears events and what selects them. Lines stay driven from outside. */
void bcm2835_gpio_lines_reset(BCM2835GpioLines *l);

/*
 * Sets which lines are outputs, those with a 1 in fsel, and the levels of
 * outputs in both banks.
 */
void bcm2835_gpio_lines_update(BCM2835GpioLines *l, const uint8_t *fsel,
                               int lines, uint32_t lev0, uint32_t lev1);

/* Registers GPLEV0 to GPAFEN1. bcm2835_gpio_lines_update follows a write. */
uint32_t bcm2835_gpio_lines_read(BCM2835GpioLines *l, uint32_t offset);
void bcm2835_gpio_lines_write(BCM2835GpioLines *l, uint32_t offset,
                              uint32_t value);

/*
 * Drives a line from outside: 0, 1 or BCM2835_GPIO_FREE. A line that the SoC
 * drives itself keeps the SoC's level.
 */
void bcm2835_gpio_lines_drive(BCM2835GpioLines *l, int line, int state);

/*
 * Calls watch with what the SoC does to each line (0, 1, or BCM2835_GPIO_FREE
 * for all that are not outputs), now and at each change. watch may drive lines.
 */
void bcm2835_gpio_lines_watch(BCM2835GpioLines *l,
                              void (*watch)(void *opaque, int line, int state),
                              void *opaque);

#endif
