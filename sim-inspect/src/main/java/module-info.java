/**
 * What a kernel is and needs, whatever it is run on: cards, occupancy, first drafts of workloads;
 * and answers about address spaces.
 */
module io.lockstep.inspect {
  requires transitive io.lockstep.run;

  exports io.lockstep.inspect.address;
  exports io.lockstep.inspect.card;
  exports io.lockstep.inspect.fit;
  exports io.lockstep.inspect.format;
  exports io.lockstep.inspect.occupancy;
  exports io.lockstep.inspect.skeleton;
}
