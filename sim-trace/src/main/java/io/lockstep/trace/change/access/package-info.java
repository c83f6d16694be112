// SPDX-License-Identifier: Apache-2.0
/** Changed accesses: layouts of data, addresses of a recording, and the kernel that has them. */
package io.lockstep.trace.change.access;
