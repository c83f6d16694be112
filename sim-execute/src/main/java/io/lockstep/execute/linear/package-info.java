// SPDX-License-Identifier: Apache-2.0
/**
 * Registers whose values are linear in the local id, and operations on them that cost the same
 * whatever the size of the group.
 */
package io.lockstep.execute.linear;
