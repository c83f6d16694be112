/** What is printed, as fields that JSON, CSV and tables are all made of. */
package io.lockstep.run.fields;
