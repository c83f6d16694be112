// SPDX-License-Identifier: Apache-2.0
/**
 * The device SPI: the interfaces that a device module implements and the types that they use.
 *
 * <p>A {@link io.lockstep.spi.DeviceProvider}, found by ServiceLoader, names a family, its schema
 * and its catalogue, and creates a {@link io.lockstep.spi.Device} from a specification. The device
 * lowers kernels ({@link io.lockstep.spi.MachineKernel}), computes residency ({@link
 * io.lockstep.spi.Occupancy}) and assembles a {@link io.lockstep.spi.Machine} in a simulation. It
 * refuses kernels that it cannot run ({@link io.lockstep.spi.RefusalException}).
 *
 * <p>Providers and devices are immutable and used by several threads; a machine belongs to its
 * simulation.
 */
package io.lockstep.spi;
