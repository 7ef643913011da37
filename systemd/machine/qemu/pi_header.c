/*
 * The 40-pin header of a Raspberry Pi, and its serial ports, on a socket:
 * another program, the far end, is what is wired to them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 *   -chardev pi-port,id=port0 -serial chardev:port0 ...
 *   -device pi-header,path=SOCKET[,tick=NS]
 *
 * Numbers are little-endian. A line is a number of the SoC, 0 to 27. Its state
 * is 0 (driven low), 1 (driven high) or 2 (not driven). A line in an alternate
 * function, like those of SPI0's clock and data, counts as not driven.
 *
 * Messages to the far end begin with
 *
 *   kind(1) time(8)   time: nanoseconds of QEMU_CLOCK_VIRTUAL
 *
 * and go on with
 *
 *   'X'                        The machine is reset, or starts. All 28 lines
 *                              follow, each in an 'O'. Before it come the lines
 *                              that the reset lets go of, and the channels that
 *                              it switches off.
 *   'O' line(1) state(1)       The SoC drives a line, or lets go of it.
 *   'S' bus(1) hz(4) n(2) ...  n bytes have been clocked out on SPI0 or SPI1,
 *                              the last of them now. The lines name the chip.
 *   'W' bus(1) addr(1) n(2) ...  n bytes have been written on an I2C bus, the
 *                              last of them now.
 *   'G' bus(1) addr(1) n(2)    A read of n bytes begins on an I2C bus.
 *   'P' channel(1) period(4) high(4)  A channel of the pulse width modulator
 *                              has another output, with this period, and high
 *                              for this part of it: both in ns. A period of 0
 *                              is a channel that is off. The alternate function
 *                              of a line selects its channel: lines 12 and 18
 *                              can have channel 0, lines 13 and 19 channel 1.
 *   'T'                        A tick, every 1 ms or "tick" ns of virtual time.
 *                              tick=0: there are none.
 *   'U' port(1) n(2) ...       n bytes that a serial port has sent since the last
 *                              message. Ports are numbered in the order of
 *                              their -chardev.
 *
 * Each is answered before the guest goes on. Only the chip selects of SPI0,
 * lines 7 and 8, and what serial ports send is sent with the message that comes
 * next, and answered then: a transfer is one exchange with the far end instead
 * of three.
 *
 *   'L' line(1) state(1) 0(1)  any number of them: the far end drives a line,
 *                              or lets go of it. Lines that nobody drives
 *                              follow their pull resistors.
 *   'D' port(1) n(2) ...       any number of them: n bytes for a serial port. At
 *                              each tick as many arrive as its FIFO has room
 *                              for.
 *   'R' status(1) n(2) ...     last; n bytes that are clocked in or read, as
 *                              many as were asked for, or none
 *
 * Status is
 *
 *   0   done
 *   1   'W', 'G': not acknowledged; n is 0
 *   2   'W', 'G': the clock of the bus is held low. The transfer ends after the
 *       controller's time for clock stretching; Linux switches that off, and
 *       its driver gives up by itself after a second. n is 0.
 *
 * The guest executes no instruction between a message and what is answered to
 * it. With -icount all that it sees depends on the far end alone.
 *
 * QEMU ends if the far end closes the connection, or answers anything else.
 */

#include "qemu/osdep.h"
#include "qemu/bswap.h"
#include "qemu/error-report.h"
#include "qemu/module.h"
#include "qemu/sockets.h"
#include "qemu/timer.h"
#include "qapi/error.h"
#include "chardev/char.h"
#include "hw/gpio/bcm2835_gpio.h"
#include "hw/gpio/bcm2838_gpio.h"
#include "hw/i2c/bcm2835_i2c.h"
#include "hw/misc/bcm2835_aux_spi.h"
#include "hw/misc/bcm2835_pwm.h"
#include "hw/qdev-properties.h"
#include "hw/ssi/bcm2835_spi.h"
#include "migration/vmstate.h"
#include "system/reset.h"

#define TYPE_PI_HEADER "pi-header"
OBJECT_DECLARE_SIMPLE_TYPE(PiHeader, PI_HEADER)

#define TYPE_PI_PORT "chardev-pi-port"
OBJECT_DECLARE_SIMPLE_TYPE(PiPort, PI_PORT)

#define LINES 28
#define SPI0_CE1 7 /* lines of chip selects */
#define SPI0_CE0 8
#define SPI_BUSES 2 /* that come out at the header */
#define I2C_BUSES 2

#define PORTS 2 /* serial ones: the PL011 and the mini UART */

enum { STATUS_OK = 0, STATUS_NAK = 1, STATUS_HELD = 2 };

typedef struct PiHeaderBus {
    PiHeader *header;
    uint8_t number;
} PiHeaderBus;

struct PiPort {
    Chardev parent_obj;

    uint8_t number;
    uint8_t out[256]; /* what is not sent yet */
    int out_len;
    GByteArray *in;   /* what the guest has not taken yet */
};

struct PiHeader {
    DeviceState parent_obj;

    char *path;
    int fd;
    BCM2835GpioLines *lines;
    PiHeaderBus spi[SPI_BUSES];
    PiHeaderBus i2c[I2C_BUSES];

    uint64_t tick;     /* ns between ticks; 0: there are none */
    int64_t next_tick; /* ns */
    QEMUTimer *timer;

    uint8_t out[4096]; /* messages that are not written yet */
    int out_len;
    int owed;          /* answers that nobody has waited for */

    uint8_t in[4096];  /* what has been read; the rest is from in_pos to in_len */
    int in_pos, in_len;
};

/* A chardev is there before its device, and knows nothing of other devices. */
static PiPort *pi_ports[PORTS];
static PiHeader *pi_header;

static G_NORETURN void header_fail(const char *what)
{
    error_report("pi-header: %s", what);
    exit(1);
}

static void header_flush(PiHeader *h)
{
    int done = 0;

    while (done < h->out_len) {
        ssize_t n = RETRY_ON_EINTR(write(h->fd, h->out + done,
                                         h->out_len - done));

        if (n < 0) {
            header_fail("the far end has closed the connection");
        }
        done += n;
    }
    h->out_len = 0;
}

static void header_write(PiHeader *h, const uint8_t *buf, int n)
{
    while (n > 0) {
        int part = MIN(n, sizeof(h->out) - h->out_len);

        memcpy(h->out + h->out_len, buf, part);
        h->out_len += part;
        buf += part;
        n -= part;
        if (h->out_len == sizeof(h->out)) {
            header_flush(h);
        }
    }
}

static void header_read(PiHeader *h, void *buf, int n)
{
    while (n > 0) {
        int part;

        if (h->in_pos == h->in_len) {
            h->in_pos = 0;
            h->in_len = RETRY_ON_EINTR(read(h->fd, h->in, sizeof(h->in)));
            if (h->in_len <= 0) {
                header_fail("the far end has closed the connection");
            }
        }
        part = MIN(n, h->in_len - h->in_pos);
        if (buf) {
            memcpy(buf, h->in + h->in_pos, part);
            buf += part;
        }
        h->in_pos += part;
        n -= part;
    }
}

static void header_send(PiHeader *h, char kind, const void *args, int n)
{
    uint8_t head[9 + 16] = { kind };

    assert(n <= 16);
    stq_le_p(head + 1, qemu_clock_get_ns(QEMU_CLOCK_VIRTUAL));
    memcpy(head + 9, args, n);
    header_write(h, head, 9 + n);
}

static void header_drive(PiHeader *h, uint8_t line, uint8_t state)
{
    if (line >= LINES || state > BCM2835_GPIO_FREE) {
        header_fail("the far end drives a line that there is not");
    }
    bcm2835_gpio_lines_drive(h->lines, line, state);
}

/*
 * Hands the guest what the FIFO has room for: between two ticks a line carries
 * no more, and a driver that empties the FIFO finds it empty then.
 */
static void port_feed(PiPort *p)
{
    int n = MIN(qemu_chr_be_can_write(CHARDEV(p)), (int)p->in->len);

    if (n > 0) {
        qemu_chr_be_write(CHARDEV(p), p->in->data, n);
        g_byte_array_remove_range(p->in, 0, n);
    }
}

/* Reads n bytes for a serial port. */
static void header_read_port(PiHeader *h, uint8_t port, int n)
{
    PiPort *p = port < PORTS ? pi_ports[port] : NULL;

    if (!p) {
        header_fail("the far end writes to a serial port that there is not");
    }
    g_byte_array_set_size(p->in, p->in->len + n);
    header_read(h, p->in->data + p->in->len - n, n);
}

/*
 * Reads an answer. Of its bytes there are none, or n, which are stored in buf.
 * Returns the status.
 */
static uint8_t header_read_answer(PiHeader *h, uint8_t *buf, int n)
{
    uint8_t m[4];
    int got;

    for (header_read(h, m, 4); m[0] != 'R'; header_read(h, m, 4)) {
        switch (m[0]) {
        case 'L':
            header_drive(h, m[1], m[2]);
            break;
        case 'D':
            header_read_port(h, m[1], lduw_le_p(m + 2));
            break;
        default:
            header_fail("the far end sends no answer");
        }
    }
    got = lduw_le_p(m + 2);
    if (got != (m[1] == STATUS_OK ? n : 0)) {
        header_fail("the far end answers with a wrong number of bytes");
    }
    if (got > 0) {
        header_read(h, buf, got);
    }
    return m[1];
}

/* Waits for the answer to a message, and for those that are owed before it. */
static uint8_t header_answer(PiHeader *h, uint8_t *buf, int n)
{
    header_flush(h);
    for (; h->owed > 0; h->owed--) {
        if (header_read_answer(h, NULL, 0) != STATUS_OK) {
            header_fail("the far end answers with a wrong status");
        }
    }
    return header_read_answer(h, buf, n);
}

/* Waits for the answer to a message that only lines are an answer to. */
static void header_done(PiHeader *h)
{
    if (header_answer(h, NULL, 0) != STATUS_OK) {
        header_fail("the far end answers with a wrong status");
    }
}

static void header_line(void *opaque, int line, int state)
{
    PiHeader *h = opaque;
    uint8_t args[2] = { line, state };

    if (line >= LINES) {
        return;
    }
    header_send(h, 'O', args, sizeof(args));
    if (line == SPI0_CE1 || line == SPI0_CE0) {
        h->owed++; /* it goes with the next message, within a tick */
    } else {
        header_done(h);
    }
}

static void header_pwm(void *opaque, int channel, uint32_t period,
                       uint32_t high)
{
    uint8_t args[9] = { channel };

    stl_le_p(args + 1, period);
    stl_le_p(args + 5, high);
    header_send(opaque, 'P', args, sizeof(args));
    header_done(opaque);
}

static void header_spi(void *opaque, uint32_t hz, uint8_t *data, int n)
{
    PiHeaderBus *bus = opaque;
    uint8_t args[7] = { bus->number };

    stl_le_p(args + 1, hz);
    stw_le_p(args + 5, n);
    header_send(bus->header, 'S', args, sizeof(args));
    header_write(bus->header, data, n);
    if (header_answer(bus->header, data, n) != STATUS_OK) {
        header_fail("the far end answers with a wrong status");
    }
}

static BCM2835I2CResult header_i2c(void *opaque, bool reading, uint8_t addr,
                                   uint8_t *data, int n)
{
    PiHeaderBus *bus = opaque;
    uint8_t args[4] = { bus->number, addr };

    stw_le_p(args + 2, n);
    header_send(bus->header, reading ? 'G' : 'W', args, sizeof(args));
    if (!reading) {
        header_write(bus->header, data, n);
    }
    switch (header_answer(bus->header, data, reading ? n : 0)) {
    case STATUS_OK:
        return BCM2835_I2C_ACK;
    case STATUS_NAK:
        return BCM2835_I2C_NAK;
    case STATUS_HELD:
        return BCM2835_I2C_HELD;
    default:
        header_fail("the far end answers with a wrong status");
    }
}

/* Sends what a serial port has to send, with the message that comes next. */
static void port_flush(PiPort *p)
{
    uint8_t args[3] = { p->number };

    if (p->out_len == 0) {
        return;
    }
    stw_le_p(args + 1, p->out_len);
    header_send(pi_header, 'U', args, sizeof(args));
    header_write(pi_header, p->out, p->out_len);
    pi_header->owed++;
    p->out_len = 0;
}

static int port_write(Chardev *chr, const uint8_t *buf, int n)
{
    PiPort *p = PI_PORT(chr);

    if (!pi_header) {
        return n; /* nobody listens yet */
    }
    for (int i = 0; i < n; i++) {
        p->out[p->out_len++] = buf[i];
        if (p->out_len == sizeof(p->out)) {
            port_flush(p);
        }
    }
    return n;
}

static void port_open(Chardev *chr, ChardevBackend *backend, bool *be_opened,
                      Error **errp)
{
    PiPort *p = PI_PORT(chr);

    while (p->number < PORTS && pi_ports[p->number]) {
        p->number++;
    }
    if (p->number == PORTS) {
        error_setg(errp, "pi-port: a Raspberry Pi has no more serial ports");
        return;
    }
    pi_ports[p->number] = p;
}

static void port_init(Object *obj)
{
    PI_PORT(obj)->in = g_byte_array_new();
}

static void port_finalize(Object *obj)
{
    PiPort *p = PI_PORT(obj);

    g_byte_array_unref(p->in);
    if (p->number < PORTS && pi_ports[p->number] == p) {
        pi_ports[p->number] = NULL;
    }
}

static void header_tick(void *opaque)
{
    PiHeader *h = opaque;

    for (int i = 0; i < PORTS; i++) {
        if (pi_ports[i]) {
            port_feed(pi_ports[i]);
            port_flush(pi_ports[i]);
        }
    }
    header_send(h, 'T', NULL, 0);
    header_done(h);
    h->next_tick += h->tick;
    timer_mod(h->timer, h->next_tick);
}

/* In the exit phase the GPIO controller has been reset already. */
static void header_reset(Object *obj, ResetType type)
{
    PiHeader *h = PI_HEADER(obj);

    header_send(h, 'X', NULL, 0);
    header_done(h);
    bcm2835_gpio_lines_watch(h->lines, header_line, h);
}

static void header_realize(DeviceState *dev, Error **errp)
{
    PiHeader *h = PI_HEADER(dev);
    Object *gpio = object_resolve_path_type("", TYPE_BCM2835_GPIO, NULL);
    Object *gpio4 = object_resolve_path_type("", TYPE_BCM2838_GPIO, NULL);
    Object *spi0 = object_resolve_path_type("", TYPE_BCM2835_SPI, NULL);
    Object *spi1 = object_resolve_path_type("", TYPE_BCM2835_AUX_SPI, NULL);
    Object *pwm = object_resolve_path_type("", TYPE_BCM2835_PWM, NULL);

    if (!(gpio || gpio4) || !spi0 || !spi1 || !pwm) {
        error_setg(errp, "pi-header: this machine is no Raspberry Pi with a "
                   "BCM2835 to BCM2711");
        return;
    }
    if (!h->path) {
        error_setg(errp, "pi-header: path=SOCKET is missing");
        return;
    }
    h->fd = unix_connect(h->path, errp);
    if (h->fd < 0) {
        return;
    }
    pi_header = h;
    h->lines = gpio ? &BCM2835_GPIO(gpio)->lines : &BCM2838_GPIO(gpio4)->lines;

    for (int i = 0; i < SPI_BUSES; i++) {
        h->spi[i].header = h;
        h->spi[i].number = i;
    }
    BCM2835_SPI(spi0)->exchange = header_spi;
    BCM2835_SPI(spi0)->exchange_opaque = &h->spi[0];
    BCM2835_AUX_SPI(spi1)->exchange = header_spi;
    BCM2835_AUX_SPI(spi1)->exchange_opaque = &h->spi[1];
    BCM2835_PWM(pwm)->watch = header_pwm;
    BCM2835_PWM(pwm)->watch_opaque = h;

    for (int i = 0; i < I2C_BUSES; i++) {
        g_autofree char *name = g_strdup_printf("bcm2835-i2c%d", i);
        BCM2835I2CState *i2c = BCM2835_I2C(
            object_resolve_path_component(spi0->parent, name));

        h->i2c[i].header = h;
        h->i2c[i].number = i;
        i2c->transfer = header_i2c;
        i2c->transfer_opaque = &h->i2c[i];
    }

    qemu_register_resettable(OBJECT(h));
    if (h->tick) {
        h->timer = timer_new_ns(QEMU_CLOCK_VIRTUAL, header_tick, h);
        h->next_tick = h->tick;
        timer_mod(h->timer, h->next_tick);
    }
}

static const VMStateDescription header_vmstate = {
    .name = TYPE_PI_HEADER,
    .unmigratable = 1,
};

static const Property header_properties[] = {
    DEFINE_PROP_STRING("path", PiHeader, path),
    DEFINE_PROP_UINT64("tick", PiHeader, tick, 1000000),
};

static void header_class_init(ObjectClass *klass, void *data)
{
    DeviceClass *dc = DEVICE_CLASS(klass);
    ResettableClass *rc = RESETTABLE_CLASS(klass);

    rc->phases.exit = header_reset;
    dc->desc = "The 40-pin header of a Raspberry Pi, for another program";
    dc->realize = header_realize;
    dc->hotpluggable = false;
    dc->user_creatable = true;
    dc->vmsd = &header_vmstate;
    device_class_set_props(dc, header_properties);
}

static void port_class_init(ObjectClass *klass, void *data)
{
    ChardevClass *cc = CHARDEV_CLASS(klass);

    cc->open = port_open;
    cc->chr_write = port_write;
}

static const TypeInfo header_types[] = {
    {
        .name = TYPE_PI_HEADER,
        .parent = TYPE_DEVICE,
        .instance_size = sizeof(PiHeader),
        .class_init = header_class_init,
    },
    {
        .name = TYPE_PI_PORT,
        .parent = TYPE_CHARDEV,
        .instance_size = sizeof(PiPort),
        .instance_init = port_init,
        .instance_finalize = port_finalize,
        .class_init = port_class_init,
    },
};

DEFINE_TYPES(header_types)
