/**
 * Specifications of devices: schemas with unit, range and definition of every figure, reading with
 * positions, overriding, checks of figures against each other.
 *
 * <p>A hardware part says its figures once, as a {@link io.lockstep.parts.spec.Part}; a family's
 * {@link io.lockstep.parts.spec.SpecSchema} is made of parts and of what is its own. The part's
 * configuration is built from {@link io.lockstep.parts.spec.Figures} by name. {@code
 * sim-parts/README.md} shows the pattern with DRAM.
 */
package io.lockstep.parts.spec;
