/**
 * What every page is made of: markup, tables, bars, axes, marks, the style and the script. Knows no
 * results.
 */
package io.lockstep.report.page;
