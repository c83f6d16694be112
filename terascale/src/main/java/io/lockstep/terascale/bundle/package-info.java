// SPDX-License-Identifier: Apache-2.0
/** Bundles: slots of operations, rules for operations that share a bundle, and slot assignment. */
package io.lockstep.terascale.bundle;
