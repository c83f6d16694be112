// SPDX-License-Identifier: Apache-2.0
/** Messages between a program and Lockstep: operations, their fields, replies and refusals. */
package io.lockstep.program.message;
