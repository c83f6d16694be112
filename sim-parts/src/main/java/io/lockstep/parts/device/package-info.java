/**
 * What a device module implements and what it is given: the device SPI.
 *
 * <p>A {@link io.lockstep.parts.device.DeviceProvider}, found by ServiceLoader, names a family, its
 * schema and its catalogue, and makes a {@link io.lockstep.parts.device.Device} of a specification.
 * The device lowers kernels ({@link io.lockstep.parts.device.MachineKernel}), says how many groups
 * fit a compute unit ({@link io.lockstep.parts.device.Occupancy}) and assembles a {@link
 * io.lockstep.parts.device.Machine} in a simulation; what it cannot run it refuses ({@link
 * io.lockstep.parts.device.RefusalException}).
 *
 * <p>Providers and devices are asked by several threads and have no state that changes; a machine
 * belongs to its simulation.
 */
package io.lockstep.parts.device;
