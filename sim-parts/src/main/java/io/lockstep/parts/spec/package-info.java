/**
 * Specifications of devices: schemas with unit, range and definition of every figure, reading with
 * positions, overriding, checks of figures against each other.
 *
 * <p>A {@link io.lockstep.parts.spec.SpecSchema} is made of {@link io.lockstep.parts.spec.Part}s
 * and a family's own keys; a {@link io.lockstep.parts.spec.DeviceSpec} is a device's figures, each
 * a whole number in canonical units with its source and position.
 *
 * <p>Schemas and specifications are immutable; a schema's builder belongs to one thread.
 */
package io.lockstep.parts.spec;
