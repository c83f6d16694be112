// SPDX-License-Identifier: Apache-2.0
/**
 * Rules selected by name: modules provide {@link io.lockstep.spi.policy.Policy}, {@link
 * io.lockstep.spi.policy.Policies} finds it (docs/policies.md).
 */
package io.lockstep.spi.policy;
