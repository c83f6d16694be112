/** Machine code of TeraScale as data: operations, sources, bundles. */
package io.lockstep.terascale.code;
