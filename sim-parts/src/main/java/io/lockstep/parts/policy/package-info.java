/**
 * Rules that are chosen by name: {@link io.lockstep.parts.policy.Policy} is what a module provides,
 * {@link io.lockstep.parts.policy.Policies} finds one (docs/policies.md).
 */
package io.lockstep.parts.policy;
