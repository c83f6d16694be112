/** A kernel as clauses: the machine kernel, its listing, its checks. */
package io.lockstep.terascale.program;
