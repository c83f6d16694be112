// SPDX-License-Identifier: Apache-2.0
/** Changes of what the host does: its transfers, and its waits for the device. */
package io.lockstep.trace.change.host;
