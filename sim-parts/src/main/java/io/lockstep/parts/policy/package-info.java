/**
 * Rules that are selected by name: a module provides {@link io.lockstep.parts.policy.Policy},
 * {@link io.lockstep.parts.policy.Policies} finds it (docs/policies.md).
 */
package io.lockstep.parts.policy;
