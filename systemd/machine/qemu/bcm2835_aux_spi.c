/*
 * SPI1 of BCM2835 to BCM2711, a part of the block of auxiliary peripherals:
 * BCM2835 ARM Peripherals, section 2.3
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * This is what Linux's spi-bcm2835aux uses: entries of variable width, which is
 * one, two or three bytes, with the most significant bit first. Chip selects
 * are lines of the GPIO controller; those of SPI1 itself are not emulated.
 */

#include "qemu/osdep.h"
#include "qemu/bitops.h"
#include "qemu/log.h"
#include "qemu/module.h"
#include "hw/irq.h"
#include "hw/misc/bcm2835_aux_spi.h"
#include "hw/qdev-clock.h"
#include "migration/vmstate.h"

#define CNTL0  0x00
#define CNTL1  0x04
#define STAT   0x08
#define PEEK   0x0c
#define IO     0x20 /* and the three registers that follow it */
#define TXHOLD 0x30 /* the same, without the end of a chip select */

#define CNTL0_VAR_WIDTH  BIT(14)
#define CNTL0_ENABLE     BIT(11)
#define CNTL0_CLEARFIFO  BIT(9)
#define CNTL0_MSBF_OUT   BIT(6)
#define CNTL0_RESET      0x000e0000

#define CNTL1_TXEMPTY    BIT(7)
#define CNTL1_IDLE       BIT(6)
#define CNTL1_MSBF_IN    BIT(1)

#define STAT_TX_FULL     BIT(10)
#define STAT_TX_EMPTY    BIT(9)
#define STAT_RX_FULL     BIT(8)
#define STAT_RX_EMPTY    BIT(7)
#define STAT_BUSY        BIT(6)

#define FIFO_SIZE        BCM2835_AUX_SPI_FIFO_SIZE
#define IDLE_CLOCKS      2 /* after each entry, says spi-bcm2835aux.c */

/* The number of bytes of an entry; 0 if it has another width. */
static int entry_len(uint32_t entry)
{
    uint32_t bits = extract32(entry, 24, 5);

    return bits % 8 || bits > 24 ? 0 : bits / 8;
}

static uint32_t fifo_pop(uint32_t *fifo, uint32_t *used)
{
    uint32_t entry = fifo[0];

    *used -= 1;
    memmove(fifo, fifo + 1, *used * sizeof(*fifo));
    return entry;
}

static uint32_t bcm2835_aux_spi_hz(BCM2835AuxSPIState *s)
{
    uint32_t speed = extract32(s->cntl0, 20, 12);

    return MAX(clock_get_hz(s->core_clk) / (2 * (speed + 1)), 1);
}

/* The time that the first n entries take on the wire, in ns. */
static int64_t bcm2835_aux_spi_wire_time(BCM2835AuxSPIState *s, int n)
{
    uint32_t clocks = 0;

    for (int i = 0; i < n; i++) {
        clocks += 8 * entry_len(s->tx[i]) + IDLE_CLOCKS;
    }
    return muldiv64(clocks, NANOSECONDS_PER_SECOND, bcm2835_aux_spi_hz(s));
}

/* Has what is in the FIFO go over the wire, and sets the interrupt. */
static void bcm2835_aux_spi_update(BCM2835AuxSPIState *s)
{
    if (!(s->cntl0 & CNTL0_ENABLE)) {
        timer_del(s->timer);
    } else if (!timer_pending(s->timer) && s->tx_used &&
               s->rx_used < FIFO_SIZE) {
        s->burst_start = qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL);
        timer_mod(s->timer, s->burst_start + bcm2835_aux_spi_wire_time(s, 1));
    }
    qemu_set_irq(s->irq,
                 (s->cntl1 & CNTL1_TXEMPTY && !s->tx_used) ||
                 (s->cntl1 & CNTL1_IDLE && !timer_pending(s->timer)));
}

static void bcm2835_aux_spi_exchange(BCM2835AuxSPIState *s, uint8_t *data,
                                     int n)
{
    if (s->exchange) {
        s->exchange(s->exchange_opaque, bcm2835_aux_spi_hz(s), data, n);
        return;
    }
    for (int i = 0; i < n; i++) {
        data[i] = ssi_transfer(s->bus, data[i]);
    }
}

/* As SPI0 does, it exchanges all that came until the last has gone over. */
static void bcm2835_aux_spi_burst_end(void *opaque)
{
    BCM2835AuxSPIState *s = opaque;
    uint8_t data[3 * FIFO_SIZE], *next = data;
    int len[FIFO_SIZE];
    int n = MIN(s->tx_used, FIFO_SIZE - s->rx_used), total = 0;
    int64_t end = s->burst_start + bcm2835_aux_spi_wire_time(s, n);

    if (qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL) < end) {
        timer_mod(s->timer, end);
        return;
    }
    for (int i = 0; i < n; i++) {
        uint32_t entry = fifo_pop(s->tx, &s->tx_used);

        len[i] = entry_len(entry);
        for (int j = 0; j < len[i]; j++) {
            data[total++] = entry >> (16 - 8 * j);
        }
    }
    bcm2835_aux_spi_exchange(s, data, total);
    for (int i = 0; i < n; i++) {
        uint32_t entry = 0;

        for (int j = 0; j < len[i]; j++) {
            entry = entry << 8 | *next++;
        }
        s->rx[s->rx_used++] = entry;
    }
    bcm2835_aux_spi_update(s);
}

static uint32_t bcm2835_aux_spi_stat(BCM2835AuxSPIState *s)
{
    return s->tx_used << 24 | s->rx_used << 16 |
           (s->tx_used == FIFO_SIZE ? STAT_TX_FULL : 0) |
           (s->tx_used == 0 ? STAT_TX_EMPTY : 0) |
           (s->rx_used == FIFO_SIZE ? STAT_RX_FULL : 0) |
           (s->rx_used == 0 ? STAT_RX_EMPTY : 0) |
           (timer_pending(s->timer) ? STAT_BUSY : 0);
}

static uint64_t bcm2835_aux_spi_read(void *opaque, hwaddr offset, unsigned size)
{
    BCM2835AuxSPIState *s = opaque;
    uint32_t value = 0;

    switch (offset) {
    case CNTL0:
        return s->cntl0;
    case CNTL1:
        return s->cntl1;
    case STAT:
        return bcm2835_aux_spi_stat(s);
    case PEEK:
        return s->rx_used ? s->rx[0] : 0;
    case IO ... IO + 0xf:
        if (s->rx_used) {
            value = fifo_pop(s->rx, &s->rx_used);
            bcm2835_aux_spi_update(s);
        }
        return value;
    default:
        qemu_log_mask(LOG_GUEST_ERROR, "%s: Bad offset %"HWADDR_PRIx"\n",
                      __func__, offset);
        return 0;
    }
}

static void bcm2835_aux_spi_push(BCM2835AuxSPIState *s, uint32_t entry)
{
    if (!(s->cntl0 & CNTL0_VAR_WIDTH) || !(s->cntl0 & CNTL0_MSBF_OUT) ||
        !(s->cntl1 & CNTL1_MSBF_IN) || !entry_len(entry)) {
        qemu_log_mask(LOG_UNIMP, "%s: only one to three bytes, of variable "
                      "width and with their MSB first\n", __func__);
    } else if (s->tx_used < FIFO_SIZE) {
        s->tx[s->tx_used++] = entry;
    }
}

static void bcm2835_aux_spi_write(void *opaque, hwaddr offset, uint64_t value,
                                  unsigned size)
{
    BCM2835AuxSPIState *s = opaque;

    switch (offset) {
    case CNTL0:
        s->cntl0 = value;
        if (value & CNTL0_CLEARFIFO) {
            s->tx_used = s->rx_used = 0;
            timer_del(s->timer);
        }
        break;
    case CNTL1:
        s->cntl1 = value;
        break;
    case IO ... IO + 0xf:
    case TXHOLD ... TXHOLD + 0xf:
        if (!(s->cntl0 & CNTL0_CLEARFIFO)) {
            bcm2835_aux_spi_push(s, value);
        }
        break;
    default:
        qemu_log_mask(LOG_GUEST_ERROR, "%s: Bad offset %"HWADDR_PRIx"\n",
                      __func__, offset);
        return;
    }
    bcm2835_aux_spi_update(s);
}

static const MemoryRegionOps bcm2835_aux_spi_ops = {
    .read = bcm2835_aux_spi_read,
    .write = bcm2835_aux_spi_write,
    .endianness = DEVICE_NATIVE_ENDIAN,
    .impl.min_access_size = 4,
    .impl.max_access_size = 4,
};

static void bcm2835_aux_spi_init(Object *obj)
{
    BCM2835AuxSPIState *s = BCM2835_AUX_SPI(obj);

    memory_region_init_io(&s->iomem, obj, &bcm2835_aux_spi_ops, s,
                          TYPE_BCM2835_AUX_SPI, 0x40);
    sysbus_init_mmio(SYS_BUS_DEVICE(obj), &s->iomem);
    sysbus_init_irq(SYS_BUS_DEVICE(obj), &s->irq);
    s->core_clk = qdev_init_clock_in(DEVICE(obj), "core", NULL, s, 0);
}

static void bcm2835_aux_spi_realize(DeviceState *dev, Error **errp)
{
    BCM2835AuxSPIState *s = BCM2835_AUX_SPI(dev);

    s->bus = ssi_create_bus(dev, "spi");
    s->timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, bcm2835_aux_spi_burst_end, s);
}

static void bcm2835_aux_spi_reset(DeviceState *dev)
{
    BCM2835AuxSPIState *s = BCM2835_AUX_SPI(dev);

    s->cntl0 = CNTL0_RESET;
    s->cntl1 = 0;
    s->tx_used = s->rx_used = 0;
    bcm2835_aux_spi_update(s);
}

static const VMStateDescription vmstate_bcm2835_aux_spi = {
    .name = TYPE_BCM2835_AUX_SPI,
    .version_id = 1,
    .minimum_version_id = 1,
    .fields = (const VMStateField[]) {
        VMSTATE_UINT32(cntl0, BCM2835AuxSPIState),
        VMSTATE_UINT32(cntl1, BCM2835AuxSPIState),
        VMSTATE_UINT32_ARRAY(tx, BCM2835AuxSPIState, FIFO_SIZE),
        VMSTATE_UINT32_ARRAY(rx, BCM2835AuxSPIState, FIFO_SIZE),
        VMSTATE_UINT32(tx_used, BCM2835AuxSPIState),
        VMSTATE_UINT32(rx_used, BCM2835AuxSPIState),
        VMSTATE_TIMER_PTR(timer, BCM2835AuxSPIState),
        VMSTATE_INT64(burst_start, BCM2835AuxSPIState),
        VMSTATE_END_OF_LIST()
    }
};

static void bcm2835_aux_spi_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->realize = bcm2835_aux_spi_realize;
    dc->vmsd = &vmstate_bcm2835_aux_spi;
    device_class_set_legacy_reset(dc, bcm2835_aux_spi_reset);
}

static const TypeInfo bcm2835_aux_spi_types[] = {
    {
        .name = TYPE_BCM2835_AUX_SPI,
        .parent = TYPE_SYS_BUS_DEVICE,
        .instance_size = sizeof(BCM2835AuxSPIState),
        .instance_init = bcm2835_aux_spi_init,
        .class_init = bcm2835_aux_spi_class_init,
    },
};

DEFINE_TYPES(bcm2835_aux_spi_types)
