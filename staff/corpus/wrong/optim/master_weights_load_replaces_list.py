"""problem: master_weights
hint: the optimizer steps other tensors than those in master

load_state_dict puts the loaded tensors into self.master, while the optimizer goes on stepping
the old ones ("a new MasterWeights goes on with the same bits").
"""

class MasterWeights(MasterWeights):
    def load_state_dict(self, state_dict):
        self.master = [master.clone() for master in state_dict["master"]]
        self.optimizer.load_state_dict(state_dict["optimizer"])
