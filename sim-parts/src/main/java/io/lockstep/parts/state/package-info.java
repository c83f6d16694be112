/** The state of parts, registered once for saving, loading, resetting and statistics. */
package io.lockstep.parts.state;
