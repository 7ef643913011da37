/*
 * Pulse width modulator of BCM2835 to BCM2711
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BCM2835_PWM_H
#define BCM2835_PWM_H

#include "hw/clock.h"
#include "hw/sysbus.h"
#include "qom/object.h"

#define TYPE_BCM2835_PWM "bcm2835-pwm"
OBJECT_DECLARE_SIMPLE_TYPE(BCM2835PWMState, BCM2835_PWM)

#define BCM2835_PWM_CHANNELS 2

typedef struct BCM2835PWMChannel {
    uint32_t range;
    uint32_t data;
    uint32_t period; /* what watch was last told, in ns */
    uint32_t high;
} BCM2835PWMChannel;

struct BCM2835PWMState {
    SysBusDevice parent_obj;

    MemoryRegion iomem;
    uint32_t ctl;
    BCM2835PWMChannel channels[BCM2835_PWM_CHANNELS];
    Clock *clk; /* whose cycles ranges and data count */

    /*
     * Is told what comes out of a channel, 0 or 1, whenever that changes: the
     * period and how long the output is high in each, in ns. A period of 0 is
     * a channel that is off.
     */
    void (*watch)(void *opaque, int channel, uint32_t period, uint32_t high);
    void *watch_opaque;
};

#endif
