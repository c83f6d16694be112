/** What the critical paths of launches were spent on: docs/critical-path.md. */
package io.lockstep.observe.path;
