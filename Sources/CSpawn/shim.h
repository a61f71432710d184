// glibc declares these for _GNU_SOURCE only, without which Swift imports it. MFD_CLOEXEC is 1 in the kernel's interface.
#include <spawn.h>

int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
int pipe2(int ends[2], int flags);
int memfd_create(const char *name, unsigned int flags);
static const unsigned int segue_memfd_cloexec = 1;
