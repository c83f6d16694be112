// SPDX-License-Identifier: Apache-2.0
/** Critical paths of launches by resource and line: docs/critical-path.md. */
package io.lockstep.observe.path;
