/*
 * SPI1 of BCM2835 to BCM2711, a part of the block of auxiliary peripherals
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */

#ifndef BCM2835_AUX_SPI_H
#define BCM2835_AUX_SPI_H

#include "hw/clock.h"
#include "hw/sysbus.h"
#include "hw/ssi/ssi.h"
#include "qemu/timer.h"
#include "qom/object.h"

#define TYPE_BCM2835_AUX_SPI "bcm2835-aux-spi"
OBJECT_DECLARE_SIMPLE_TYPE(BCM2835AuxSPIState, BCM2835_AUX_SPI)

#define BCM2835_AUX_SPI_FIFO_SIZE 4 /* entries of up to three bytes */

struct BCM2835AuxSPIState {
    SysBusDevice parent_obj;

    MemoryRegion iomem;
    qemu_irq irq;
    SSIBus *bus;

    uint32_t cntl0;
    uint32_t cntl1;
    uint32_t tx[BCM2835_AUX_SPI_FIFO_SIZE]; /* the oldest entry is the first */
    uint32_t rx[BCM2835_AUX_SPI_FIFO_SIZE];
    uint32_t tx_used;
    uint32_t rx_used;

    Clock *core_clk;     /* what CNTL0's speed divides */
    QEMUTimer *timer;    /* pending while entries are on the wire */
    int64_t burst_start; /* when the first of them began, in ns */

    /* As in BCM2835SPIState. */
    void (*exchange)(void *opaque, uint32_t hz, uint8_t *data, int n);
    void *exchange_opaque;
};

#endif
