/** Statistics: names, units, definitions, accounting identities (DESIGN, section 5). */
package io.lockstep.parts.stats;
