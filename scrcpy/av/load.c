//go:build cgo && !nolibav

#define HS_LOADER
#include "load.h"

struct hs_functions hs_lib;

#ifdef __linux__

#include <dlfcn.h>
#include <stddef.h>

#define HS_TEXT2(x) #x
#define HS_TEXT(x) HS_TEXT2(x)
#define HS_SO(name, major) "lib" name ".so." HS_TEXT(major)

typedef struct {
	const char *name;
	size_t at; /* of the field in hs_functions */
} function;

#define HS_ROW(name) {#name, offsetof(struct hs_functions, name)},

/* The file is that of the version whose headers the program was built with: another has other structures. */
static const char *load(const char *file, const function *list)
{
	void *lib = dlopen(file, RTLD_LAZY | RTLD_LOCAL);

	if (!lib)
		return dlerror();
	for (; list->name; list++) {
		void *found = dlsym(lib, list->name);
		if (!found)
			return dlerror();
		*(void **)((char *)&hs_lib + list->at) = found;
	}
	return NULL;
}

const char *hs_load_video(void)
{
	static const function util[] = {HS_UTIL(HS_ROW) {NULL, 0}};
	static const function codec[] = {HS_CODEC(HS_ROW) {NULL, 0}};
	static const function scale[] = {HS_SCALE(HS_ROW) {NULL, 0}};
	const char *err = load(HS_SO("avutil", LIBAVUTIL_VERSION_MAJOR), util);

	if (!err)
		err = load(HS_SO("avcodec", LIBAVCODEC_VERSION_MAJOR), codec);
	if (!err)
		err = load(HS_SO("swscale", LIBSWSCALE_VERSION_MAJOR), scale);
	return err;
}

const char *hs_load_format(void)
{
	static const function format[] = {HS_FORMAT(HS_ROW) {NULL, 0}};

	return load(HS_SO("avformat", LIBAVFORMAT_VERSION_MAJOR), format);
}

const char *hs_load_jpeg(void)
{
	static const function jpeg[] = {HS_JPEG(HS_ROW) {NULL, 0}};

	return load("libturbojpeg.so.0", jpeg);
}

#else /* linked in the ordinary way */

#define HS_TAKE(name) hs_lib.name = name;

const char *hs_load_video(void)
{
	HS_UTIL(HS_TAKE) HS_CODEC(HS_TAKE) HS_SCALE(HS_TAKE)
	return NULL;
}

const char *hs_load_format(void)
{
	HS_FORMAT(HS_TAKE)
	return NULL;
}

const char *hs_load_jpeg(void)
{
	HS_JPEG(HS_TAKE)
	return NULL;
}

#endif
