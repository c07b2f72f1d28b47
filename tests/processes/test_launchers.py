"""What is known of a process from the variables of its launcher."""
import os

import pytest

import recto
from recto.distributed import _launchers
from recto.distributed._launchers import FIRST_PORT, PORTS, complete_from_environment

LAUNCHED = {
    "own": ({"RECTO_COORDINATOR_ADDRESS": "head:123", "RECTO_NUM_PROCESSES": "8", "RECTO_PROCESS_ID": "3"},
            ("head:123", 8, 3)),
    "slurm": ({"SLURM_JOB_ID": "5000", "SLURM_STEP_NODELIST": "gpu[007-009,12],cpu1", "SLURM_NTASKS": "16",
               "SLURM_STEP_NUM_TASKS": "12", "SLURM_PROCID": "5", "SLURM_LOCALID": "1"},
              (f"gpu007:{FIRST_PORT + 5000 % PORTS}", 12, 5)),
    "open mpi 4": ({"OMPI_MCA_orte_hnp_uri": "1531576320.0;tcp://10.96.0.1,10.148.0.1:34911",
                    "OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "2", "OMPI_COMM_WORLD_LOCAL_SIZE": "2"},
                   (f"10.96.0.1:{FIRST_PORT + 1531576320 % PORTS}", 4, 2)),
    "open mpi 5, one machine": ({"OMPI_COMM_WORLD_SIZE": "4", "OMPI_COMM_WORLD_RANK": "2",
                                 "OMPI_COMM_WORLD_LOCAL_SIZE": "4"},
                                (f"127.0.0.1:{FIRST_PORT + os.getppid() % PORTS}", 4, 2)),
    "mpich": ({"PMI_SIZE": "2", "PMI_RANK": "1", "MPI_LOCALNRANKS": "2"},
              (f"127.0.0.1:{FIRST_PORT + os.getppid() % PORTS}", 2, 1)),
    "kubernetes": ({"JOB_COMPLETION_INDEX": "11", "HOSTNAME": "train-11.workers.default.svc",
                    "RECTO_NUM_PROCESSES": "16"}, (f"train-0.workers.default.svc:{FIRST_PORT}", 16, 11)),
    "own variables first": ({"RECTO_NUM_PROCESSES": "2", "PMI_SIZE": "4", "PMI_RANK": "1", "MPI_LOCALNRANKS": "4"},
                            (f"127.0.0.1:{FIRST_PORT + os.getppid() % PORTS}", 2, 1)),
}
MISSING = {
    "nothing": ({}, "coordinator_address and num_processes and process_id are needed"),
    "mpich on two machines": ({"PMI_SIZE": "4", "PMI_RANK": "1", "MPI_LOCALNRANKS": "2"},
                              "coordinator_address is needed"),
    "kubernetes": ({"JOB_COMPLETION_INDEX": "1", "HOSTNAME": "t-1.a.b"}, "num_processes is needed"),
    "no number": ({"PMI_SIZE": "four"}, "PMI_SIZE must be a number from 0, not 'four'"),
}


@pytest.fixture(autouse=True)
def no_variables(monkeypatch):
    for name in list(os.environ):
        if name.startswith(("RECTO_COORD", "RECTO_NUM_PROC", "RECTO_PROC", "SLURM", "OMPI", "PMI", "MPI", "JOB_COMPL")):
            monkeypatch.delenv(name)


@pytest.mark.parametrize("name", LAUNCHED)
def test_processes_are_numbered_by_their_launcher(name, monkeypatch):
    variables, expected = LAUNCHED[name]
    for key, value in variables.items():
        monkeypatch.setenv(key, value)
    assert complete_from_environment(None, None, None) == expected
    assert complete_from_environment("a:1", None, None) == ("a:1", *expected[1:])   # what is given comes first
    assert complete_from_environment("a:1", 99, 98) == ("a:1", 99, 98)


@pytest.mark.parametrize("name", MISSING)
def test_what_is_missing_is_named(name, monkeypatch):
    variables, message = MISSING[name]
    for key, value in variables.items():
        monkeypatch.setenv(key, value)
    with pytest.raises(ValueError, match=message):
        recto.distributed.initialize()


@pytest.mark.parametrize("nodes, first", [("a", "a"), ("a,b", "a"), ("n[1-3]", "n1"), ("n[007,9]", "n007"),
                                          ("r1-n[3-4],z", "r1-n3"), ("a[1-2]b[5,6],c", "a1b5")])
def test_the_first_host_of_a_list_of_slurm(nodes, first):
    assert _launchers.first_node(nodes) == first


@pytest.mark.parametrize("given, message", [
    (("a:1", 2, 2), "process_id is 0 to 1"), (("a:1", 0, 0), "process_id"), (("a", 1, 0), "host:port"),
    (("a:b", 1, 0), "host:port"), ((":5", 1, 0), "host:port")])
def test_what_is_out_of_range_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        recto.distributed.initialize(*given)


def test_a_process_that_has_devices_is_refused():
    recto.devices()
    with pytest.raises(RuntimeError, match="before the first array"):
        recto.distributed.initialize("localhost:1", 1, 0)
    assert not recto.distributed.is_initialized() and recto.process_count() == 1 and recto.process_index() == 0
