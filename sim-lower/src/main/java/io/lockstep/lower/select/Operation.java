// SPDX-License-Identifier: Apache-2.0
package io.lockstep.lower.select;

/**
 * A machine operation, or a function of the target, that a rule calls.
 *
 * @param name mnemonic; functions of the target begin with a lower-case letter by convention
 * @param unit machine class that the table declares for the mnemonic; null if it declares none
 * @param times how often the operation is executed; 1 if the rule does not say
 * @param <U> machine classes of the family
 */
public record Operation<U extends Enum<U>>(String name, U unit, int times) {}
