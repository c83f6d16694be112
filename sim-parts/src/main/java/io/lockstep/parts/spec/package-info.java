/**
 * Specifications of devices: schemas with unit, range and definition of every figure, reading with
 * positions, overriding, checks of figures against each other.
 */
package io.lockstep.parts.spec;
