/** Tags with sectors, and tables of misses with those who wait. No part knows a device. */
package io.lockstep.parts.cache;
