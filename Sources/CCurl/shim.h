// What Swift cannot import from libcurl: a macro, and its variadic functions, one line for each
// type of argument.
#ifndef SEGUE_CCURL_SHIM_H
#define SEGUE_CCURL_SHIM_H

#include <curl/curl.h>

// Macros of shifts and casts.
static const long segue_curl_global_default = CURL_GLOBAL_DEFAULT;
static const long segue_curl_digest = CURLAUTH_DIGEST;

static inline CURLcode segue_curl_set_long(CURL *easy, CURLoption option, long value)
{
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode segue_curl_set_text(CURL *easy, CURLoption option, const char *value)
{
    return (curl_easy_setopt)(easy, option, value);
}

static inline CURLcode segue_curl_set_pointer(CURL *easy, CURLoption option, void *value)
{
    return (curl_easy_setopt)(easy, option, value);
}

typedef size_t (*segue_curl_receiver)(char *data, size_t size, size_t count, void *context);

static inline CURLcode segue_curl_set_receiver(CURL *easy, CURLoption option, segue_curl_receiver receiver)
{
    return (curl_easy_setopt)(easy, option, receiver);
}

static inline CURLcode segue_curl_get_long(CURL *easy, CURLINFO info, long *value)
{
    return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode segue_curl_get_size(CURL *easy, CURLINFO info, curl_off_t *value)
{
    return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode segue_curl_get_text(CURL *easy, CURLINFO info, char **value)
{
    return (curl_easy_getinfo)(easy, info, value);
}

static inline CURLcode segue_curl_get_pointer(CURL *easy, CURLINFO info, void *value)
{
    return (curl_easy_getinfo)(easy, info, (char **)value);
}

static inline CURLMcode segue_curl_multi_set_long(CURLM *multi, CURLMoption option, long value)
{
    return (curl_multi_setopt)(multi, option, value);
}

#endif
