/** Where the time of issue ports went, by line of the kernels' source: docs/by-line.md. */
package io.lockstep.observe.line;
