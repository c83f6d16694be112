// SPDX-License-Identifier: Apache-2.0
/** Steps that access memory: loads, stores, atomics, barriers in local memory. */
package io.lockstep.execute.access;
