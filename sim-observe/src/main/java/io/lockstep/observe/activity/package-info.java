// SPDX-License-Identifier: Apache-2.0
/** Activity of a device's issue ports, launch queues and transfers over time. */
package io.lockstep.observe.activity;
