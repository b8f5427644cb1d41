/*
 * Loaded before a program (LD_PRELOAD), it writes down what the program does to the files below a folder: what is written where, what is cut
 * off, when a sync begins and when it has ended. From that record any power cut can be played: what a sync covers is there, of the rest any part.
 *
 * RECORD_BELOW: the folder. RECORD_TO: the record. RECORD_BLIND: syncs of files whose name ends so are left out, as if they did nothing.
 * A record is: kind (u8), file (u32), offset (u64), length (u32), bytes. File 0 is what the program prints.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { NAMED = 'n', WRITTEN = 'w', CUT = 'c', SYNCING = 's', SYNCED = 'd', REMOVED = 'u' };
enum { DESCRIPTORS = 4096, FILES = 64, PRINTED = 0, NOT_OURS = -1 };

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static int record = -1;
static const char *below, *blind;
static char names[FILES][512];
static int known = 1;
static int file_of[DESCRIPTORS];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

__attribute__((constructor)) static void begin(void)
{
	below = getenv("RECORD_BELOW");
	blind = getenv("RECORD_BLIND");
	for (int fd = 0; fd < DESCRIPTORS; fd++)
		file_of[fd] = fd == STDOUT_FILENO ? PRINTED : NOT_OURS;
	const char *to = getenv("RECORD_TO");
	if (below && to)
		record = REAL(open)(to, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static void note(enum kind kind, int file, uint64_t offset, const void *bytes, uint32_t length)
{
	uint8_t head[17] = { (uint8_t)kind };
	uint32_t id = (uint32_t)file;

	memcpy(head + 1, &id, 4);
	memcpy(head + 5, &offset, 8);
	memcpy(head + 13, &length, 4);
	struct iovec parts[2] = { { head, sizeof head }, { (void *)bytes, bytes ? length : 0 } };
	if (writev(record, parts, 2) < 0)
		abort();
}

static int ours(int fd)
{
	return record >= 0 && fd >= 0 && fd < DESCRIPTORS ? file_of[fd] : NOT_OURS;
}

static int opened(int fd, const char *path)
{
	if (fd < 0 || fd >= DESCRIPTORS || record < 0 || strncmp(path, below, strlen(below)) != 0)
		return fd;
	struct stat found;
	if (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode))
		return fd;
	pthread_mutex_lock(&turn);
	int file = 1;
	while (file < known && strcmp(names[file], path) != 0)
		file++;
	if (file == known && known < FILES) {
		strncpy(names[known++], path, sizeof names[0] - 1);
		note(NAMED, file, 0, path, (uint32_t)strlen(path));
	}
	file_of[fd] = file;
	pthread_mutex_unlock(&turn);
	return fd;
}

#define OPEN(name)                                                       \
	int name(const char *path, int flags, ...)                       \
	{                                                                \
		va_list more;                                            \
		va_start(more, flags);                                   \
		mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0; \
		va_end(more);                                            \
		return opened(REAL(name)(path, flags, mode), path);      \
	}
OPEN(open)
OPEN(open64)

int close(int fd)
{
	if (fd >= 0 && fd < DESCRIPTORS)
		file_of[fd] = NOT_OURS;
	return REAL(close)(fd);
}

static ssize_t written(int file, uint64_t offset, const void *bytes, ssize_t length)
{
	if (length > 0)
		note(WRITTEN, file, offset, bytes, (uint32_t)length);
	return length;
}

/* The record has to have the order in which things came about, so nobody else writes meanwhile. */
#define PWRITE(name, offset_type)                                                     \
	ssize_t name(int fd, const void *bytes, size_t length, offset_type offset)   \
	{                                                                            \
		int file = ours(fd);                                                 \
		if (file == NOT_OURS)                                                \
			return REAL(name)(fd, bytes, length, offset);                \
		pthread_mutex_lock(&turn);                                           \
		ssize_t done = written(file, (uint64_t)offset, bytes, REAL(name)(fd, bytes, length, offset)); \
		pthread_mutex_unlock(&turn);                                         \
		return done;                                                         \
	}
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *bytes, size_t length)
{
	int file = ours(fd);

	if (file == NOT_OURS)
		return REAL(write)(fd, bytes, length);
	pthread_mutex_lock(&turn);
	uint64_t offset = file == PRINTED ? 0 : (uint64_t)lseek(fd, 0, SEEK_CUR);
	ssize_t done = written(file, offset, bytes, REAL(write)(fd, bytes, length));
	pthread_mutex_unlock(&turn);
	return done;
}

#define CUT_OFF(name, offset_type)                        \
	int name(int fd, offset_type length)              \
	{                                                 \
		int file = ours(fd);                      \
		if (file == NOT_OURS)                     \
			return REAL(name)(fd, length);    \
		pthread_mutex_lock(&turn);                \
		int done = REAL(name)(fd, length);        \
		if (done == 0)                            \
			note(CUT, file, (uint64_t)length, NULL, 0); \
		pthread_mutex_unlock(&turn);              \
		return done;                              \
	}
CUT_OFF(ftruncate, off_t)
CUT_OFF(ftruncate64, off64_t)

int unlink(const char *path)
{
	pthread_mutex_lock(&turn);
	int done = REAL(unlink)(path);
	for (int file = 1; done == 0 && file < known; file++)
		if (strcmp(names[file], path) == 0)
			note(REMOVED, file, 0, NULL, 0);
	pthread_mutex_unlock(&turn);
	return done;
}

static int is_blind(int file)
{
	size_t whole = strlen(names[file]), end = blind ? strlen(blind) : 0;

	return end > 0 && whole >= end && strcmp(names[file] + whole - end, blind) == 0;
}

#define SYNC(name)                                              \
	int name(int fd)                                        \
	{                                                       \
		int file = ours(fd);                            \
		if (file <= PRINTED || is_blind(file))          \
			return REAL(name)(fd);                  \
		pthread_mutex_lock(&turn);                      \
		note(SYNCING, file, 0, NULL, 0);                \
		pthread_mutex_unlock(&turn);                    \
		int done = REAL(name)(fd);                      \
		pthread_mutex_lock(&turn);                      \
		if (done == 0)                                  \
			note(SYNCED, file, 0, NULL, 0);         \
		pthread_mutex_unlock(&turn);                    \
		return done;                                    \
	}
SYNC(fsync)
SYNC(fdatasync)
