// SPDX-License-Identifier: Apache-2.0
/**
 * Control flow: compiled blocks, the fragments into which divergent branches split a group, and the
 * barriers at which they wait.
 */
package io.lockstep.execute.control;
