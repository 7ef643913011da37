/*
 * Pulse width modulator of BCM2835 to BCM2711: BCM2835 ARM Peripherals,
 * chapter 9
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * It emulates channels in mark-space mode whose data are in their register:
 * Linux's pwm-bcm2835 uses nothing else. The FIFO, DMA, the serialiser and the
 * mode that spreads pulses are not emulated: a channel that is set to one of
 * these is off.
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/log.h"
#include "qemu/module.h"
#include "qemu/timer.h"
#include "hw/misc/bcm2835_pwm.h"
#include "hw/qdev-clock.h"
#include "migration/vmstate.h"

#define CTL  0x00
#define STA  0x04
#define DMAC 0x08
#define RNG1 0x10
#define DAT1 0x14
#define FIF1 0x18
#define RNG2 0x20
#define DAT2 0x24

/* Bits of CTL for channel 1; those for channel 2 are eight bits higher. */
#define CTL_MSEN BIT(7)
#define CTL_USEF BIT(5)
#define CTL_POLA BIT(4)
#define CTL_MODE BIT(1)
#define CTL_PWEN BIT(0)
#define CTL_MASK 0xbfbf /* CLRF is a one-shot operation */

#define STA_EMPT BIT(1)

#define RANGE_RESET 0x20

static uint32_t cycles_to_ns(BCM2835PWMState *s, uint32_t cycles)
{
    uint64_t hz = clock_get_hz(s->clk);

    return MIN(((uint64_t)cycles * NANOSECONDS_PER_SECOND + hz / 2) / hz,
               UINT32_MAX);
}

/* Tells what has changed at the output of a channel. */
static void bcm2835_pwm_update_channel(BCM2835PWMState *s, int channel)
{
    BCM2835PWMChannel *c = &s->channels[channel];
    uint8_t ctl = s->ctl >> (8 * channel);
    uint32_t period = 0, high = 0;

    if (ctl & CTL_PWEN && clock_get_hz(s->clk)) {
        if (ctl & CTL_MSEN && !(ctl & (CTL_USEF | CTL_MODE))) {
            uint32_t mark = MIN(c->data, c->range);

            period = cycles_to_ns(s, c->range);
            high = cycles_to_ns(s, ctl & CTL_POLA ? c->range - mark : mark);
        } else {
            qemu_log_mask(LOG_UNIMP, "%s: only mark-space mode, without the "
                          "FIFO\n", __func__);
        }
    }
    if (c->period != period || c->high != high) {
        c->period = period;
        c->high = high;
        if (s->watch) {
            s->watch(s->watch_opaque, channel, period, high);
        }
    }
}

static void bcm2835_pwm_update(void *opaque, ClockEvent event)
{
    for (int i = 0; i < BCM2835_PWM_CHANNELS; i++) {
        bcm2835_pwm_update_channel(opaque, i);
    }
}

static uint64_t bcm2835_pwm_read(void *opaque, hwaddr offset, unsigned size)
{
    BCM2835PWMState *s = opaque;

    switch (offset) {
    case CTL:
        return s->ctl;
    case STA:
        return STA_EMPT;
    case RNG1:
    case RNG2:
        return s->channels[offset == RNG2].range;
    case DAT1:
    case DAT2:
        return s->channels[offset == DAT2].data;
    case DMAC:
    case FIF1:
        qemu_log_mask(LOG_UNIMP, "%s: no FIFO and DMA\n", __func__);
        return 0;
    default:
        qemu_log_mask(LOG_GUEST_ERROR, "%s: Bad offset %"HWADDR_PRIx"\n",
                      __func__, offset);
        return 0;
    }
}

static void bcm2835_pwm_write(void *opaque, hwaddr offset, uint64_t value,
                              unsigned size)
{
    BCM2835PWMState *s = opaque;

    switch (offset) {
    case CTL:
        s->ctl = value & CTL_MASK;
        break;
    case STA:
        break; /* there are no errors to clear */
    case RNG1:
    case RNG2:
        s->channels[offset == RNG2].range = value;
        break;
    case DAT1:
    case DAT2:
        s->channels[offset == DAT2].data = value;
        break;
    case DMAC:
    case FIF1:
        qemu_log_mask(LOG_UNIMP, "%s: no FIFO and DMA\n", __func__);
        break;
    default:
        qemu_log_mask(LOG_GUEST_ERROR, "%s: Bad offset %"HWADDR_PRIx"\n",
                      __func__, offset);
        return;
    }
    bcm2835_pwm_update(s, ClockUpdate);
}

static const MemoryRegionOps bcm2835_pwm_ops = {
    .read = bcm2835_pwm_read,
    .write = bcm2835_pwm_write,
    .endianness = DEVICE_NATIVE_ENDIAN,
    .impl.min_access_size = 4,
    .impl.max_access_size = 4,
};

static void bcm2835_pwm_init(Object *obj)
{
    BCM2835PWMState *s = BCM2835_PWM(obj);

    memory_region_init_io(&s->iomem, obj, &bcm2835_pwm_ops, s,
                          TYPE_BCM2835_PWM, 0x28);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->iomem);
    s->clk = qdev_init_clock_in(DEVICE(obj), "clk", bcm2835_pwm_update, s,
                                ClockUpdate);
}

static void bcm2835_pwm_reset(DeviceState *dev)
{
    BCM2835PWMState *s = BCM2835_PWM(dev);

    s->ctl = 0;
    for (int i = 0; i < BCM2835_PWM_CHANNELS; i++) {
        s->channels[i].range = RANGE_RESET;
        s->channels[i].data = 0;
    }
    bcm2835_pwm_update(s, ClockUpdate);
}

static const VMStateDescription vmstate_bcm2835_pwm_channel = {
    .name = TYPE_BCM2835_PWM "/channel",
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(range, BCM2835PWMChannel),
        VMSTATE_UINT32(data, BCM2835PWMChannel),
        VMSTATE_UINT32(period, BCM2835PWMChannel),
        VMSTATE_UINT32(high, BCM2835PWMChannel),
        VMSTATE_END_OF_LIST()
    }
};

static const VMStateDescription vmstate_bcm2835_pwm = {
    .name = TYPE_BCM2835_PWM,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(ctl, BCM2835PWMState),
        VMSTATE_STRUCT_ARRAY(channels, BCM2835PWMState, BCM2835_PWM_CHANNELS, 1,
                             vmstate_bcm2835_pwm_channel, BCM2835PWMChannel),
        VMSTATE_CLOCK(clk, BCM2835PWMState),
        VMSTATE_END_OF_LIST()
    }
};

static void bcm2835_pwm_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->vmsd = &vmstate_bcm2835_pwm;
    device_class_set_legacy_reset(dc, bcm2835_pwm_reset);
}

static const TypeInfo bcm2835_pwm_types[] = {
    {
        .name = TYPE_BCM2835_PWM,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(BCM2835PWMState),
        .instance_init = bcm2835_pwm_init,
        .class_init = bcm2835_pwm_class_init,
    },
};

DEFINE_TYPES(bcm2835_pwm_types)
