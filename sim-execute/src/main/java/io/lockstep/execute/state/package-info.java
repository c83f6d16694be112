// SPDX-License-Identifier: Apache-2.0
/** The state of one executor: memories, textures, barriers, the running group. */
package io.lockstep.execute.state;
