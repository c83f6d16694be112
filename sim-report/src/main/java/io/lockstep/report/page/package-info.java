// SPDX-License-Identifier: Apache-2.0
/**
 * Building blocks of all pages: markup, tables, bars, axes, marks, style and script. Independent of
 * the kinds of results.
 */
package io.lockstep.report.page;
