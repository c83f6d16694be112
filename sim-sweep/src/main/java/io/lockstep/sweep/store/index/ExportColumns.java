// SPDX-License-Identifier: Apache-2.0
package io.lockstep.sweep.store.index;

import java.util.List;

/**
 * The columns of a sweep's exported table; each list is sorted.
 *
 * @param overrides overridden figures of devices
 * @param optional fields of a result that only some rows have
 */
public record ExportColumns(
    List<String> parameters,
    List<String> overrides,
    List<String> statistics,
    List<String> optional) {}
