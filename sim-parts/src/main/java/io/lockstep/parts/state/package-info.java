/** What parts remember, registered once for saving, loading, resetting and statistics. */
package io.lockstep.parts.state;
