// SPDX-License-Identifier: Apache-2.0
/** Critical paths of launches, built by the parts during simulation (docs/critical-path.md). */
package io.lockstep.spi.path;
