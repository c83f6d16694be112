// SPDX-License-Identifier: Apache-2.0
/** The state of parts, registered once for saving, loading, resetting and statistics. */
package io.lockstep.parts.state;
