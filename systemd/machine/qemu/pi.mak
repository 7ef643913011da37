# SPDX-License-Identifier: GPL-2.0-or-later
# The devices of a Raspberry Pi, and what its USB ports may have.
CONFIG_RASPI=y
CONFIG_ARM_GIC=y
CONFIG_OR_IRQ=y
CONFIG_UNIMP=y
CONFIG_USB_HUB=y
CONFIG_USB_NETWORK=y
CONFIG_USB_STORAGE_CLASSIC=y
