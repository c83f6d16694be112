// SPDX-License-Identifier: Apache-2.0
/** The counters of parts, registered once for resetting and statistics. */
package io.lockstep.parts.counters;
