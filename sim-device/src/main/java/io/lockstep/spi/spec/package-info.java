// SPDX-License-Identifier: Apache-2.0
/**
 * Specifications of devices: schemas with unit, range and definition of every figure, reading with
 * positions, overriding, constraints between figures.
 *
 * <p>A {@link io.lockstep.spi.spec.SpecSchema} is built from {@link io.lockstep.spi.spec.Part}s and
 * a family's own keys. A {@link io.lockstep.spi.spec.DeviceSpec} holds a device's figures, each a
 * whole number in canonical units with its source and position.
 *
 * <p>Schemas and specifications are immutable; a schema's builder belongs to one thread.
 */
package io.lockstep.spi.spec;
