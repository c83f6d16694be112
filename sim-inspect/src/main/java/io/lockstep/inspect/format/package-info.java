// SPDX-License-Identifier: Apache-2.0
/** Cards as text, CSV and JSON. */
package io.lockstep.inspect.format;
