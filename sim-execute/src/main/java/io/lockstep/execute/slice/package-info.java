// SPDX-License-Identifier: Apache-2.0
/**
 * Finds what does not depend on the contents of memory, and the instructions whose results paths
 * and addresses depend on.
 */
package io.lockstep.execute.slice;
