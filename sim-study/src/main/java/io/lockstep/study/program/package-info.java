// SPDX-License-Identifier: Apache-2.0
/** Executed programs, shared by all their points, and keys of requests. */
package io.lockstep.study.program;
