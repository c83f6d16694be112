/** Results, kernel cards, devices and comparisons as JSON and CSV. */
package io.lockstep.run.format;
