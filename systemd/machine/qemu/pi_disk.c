/*
 * A virtio transport for a Raspberry Pi, which silicon has not.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   -device pi-disk -drive if=none,id=root,... -device virtio-blk-device,drive=root
 *
 * An SD card hands its data over word by word through registers. Where QEMU
 * counts instructions, each of these words takes microseconds, and a system
 * that starts from the card spends nearly all of its time there. A virtio disk
 * takes a few accesses for any amount of data.
 *
 * The transport is at 0x50000000, where the memory map of the Raspberry Pi 3
 * has nothing, and has interrupt 40 of the GPU, which nobody has.
 */

#include "qemu/osdep.h"
#include "qapi/error.h"
#include "hw/arm/bcm2838_peripherals.h"
#include "hw/intc/bcm2835_ic.h"
#include "hw/irq.h"
#include "hw/qdev-properties.h"
#include "hw/sysbus.h"

#define TYPE_PI_DISK "pi-disk"
#define PI_DISK_BASE 0x50000000
#define PI_DISK_IRQ 40
/* A BCM2711 has memory there, and a GIC-400, of whose lines this one is free. */
#define PI_DISK_BASE_BCM2711 0x150000000
#define PI_DISK_IRQ_BCM2711 160

static void pi_disk_realize(DeviceState *dev, Error **errp)
{
    /* They have the inputs of the GIC. */
    Object *gic = object_resolve_path_type("", TYPE_BCM2838_PERIPHERALS, NULL);
    Object *ic = object_resolve_path_type("", TYPE_BCM2835_IC, NULL);
    SysBusDevice *transport;
    qemu_irq irq;

    if (!ic) {
        error_setg(errp, "pi-disk: this machine is no Raspberry Pi");
        return;
    }
    transport = SYS_BUS_DEVICE(qdev_new("virtio-mmio"));
    /* A request begins at once, not when another thread wakes up. */
    qdev_prop_set_bit(DEVICE(transport), "ioeventfd", false);
    if (!sysbus_realize_and_unref(transport, errp)) {
        return;
    }
    if (gic) {
        irq = qdev_get_gpio_in(DEVICE(gic), PI_DISK_IRQ_BCM2711);
    } else {
        irq = qdev_get_gpio_in_named(DEVICE(ic), BCM2835_IC_GPU_IRQ,
                                     PI_DISK_IRQ);
    }
    sysbus_mmio_map(transport, 0, gic ? PI_DISK_BASE_BCM2711 : PI_DISK_BASE);
    sysbus_connect_irq(transport, 0, irq);
}

static void pi_disk_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);

    dc->realize = pi_disk_realize;
    dc->desc = "A virtio transport, for a disk that is faster than an SD card";
    dc->user_creatable = true;
}

static const TypeInfo pi_disk_types[] = {
    {
        .name = TYPE_PI_DISK,
        .parent = TYPE_DEVICE,
        .class_init = pi_disk_class_init,
    },
};

DEFINE_TYPES(pi_disk_types)
