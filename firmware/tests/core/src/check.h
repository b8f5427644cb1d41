/** One test source, two runners: cmocka on the host, ztest on Zephyr. */
#ifndef LARDER_CHECK_H
#define LARDER_CHECK_H
#include <string.h>

#ifdef CONFIG_ZTEST
#include <zephyr/ztest.h>
#define CASE(suite, name) ZTEST(suite, name)
#define SUITE(suite, ...) ZTEST_SUITE(suite, NULL, NULL, NULL, NULL, NULL)
#define check(condition) zassert_true(condition, #condition)
#define check_equal(is, should) zassert_equal((long long)(is), (long long)(should), #is)
#define check_text(is, should) zassert_true(strcmp(is, should) == 0, "%s: %s", #is, is)
#else
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#define CASE(suite, name) static void name(__attribute__((unused)) void **state)
#define SUITE(suite, ...) int suite##_suite(void) { const struct CMUnitTest cases[] = { __VA_ARGS__ }; return cmocka_run_group_tests_name(#suite, cases, NULL, NULL); }
#define A(name) cmocka_unit_test(name)
#define check(condition) assert_true(condition)
#define check_equal(is, should) assert_int_equal((long long)(is), (long long)(should))
#define check_text(is, should) assert_string_equal(is, should)
#endif

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#endif
