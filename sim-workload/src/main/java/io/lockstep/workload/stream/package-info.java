// SPDX-License-Identifier: Apache-2.0
/** The order of steps in different streams: events, races, copies to and from the host. */
package io.lockstep.workload.stream;
